"""What the orders of turns and the ways of sending cards are called, in the language of now. Used by the dialog of a group."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.domain.group import CardsSent, TurnOrder


def order_names() -> list[tuple[TurnOrder, str]]:
    """The orders, the usual one first."""
    translate = QCoreApplication.translate
    return [
        (TurnOrder.NATURAL, translate("GroupWords", "Natural")),
        (TurnOrder.LIST, translate("GroupWords", "In the order of the list")),
        (TurnOrder.POOLED, translate("GroupWords", "Everyone once")),
        (TurnOrder.MANUAL, translate("GroupWords", "I choose")),
    ]


def order_sentence(order: TurnOrder) -> str:
    """What an order does."""
    translate = QCoreApplication.translate
    return {
        TurnOrder.NATURAL: translate(
            "GroupWords",
            "Whoever is named in the last message answers, then whoever feels like it, by the talkativeness of the card.",
        ),
        TurnOrder.LIST: translate("GroupWords", "After each message all answer, from top to bottom."),
        TurnOrder.POOLED: translate("GroupWords", "One answers, by lot, and nobody again before everyone had a turn."),
        TurnOrder.MANUAL: translate("GroupWords", "Whoever you pick above the text box answers."),
    }[order]


def cards_names() -> list[tuple[CardsSent, str]]:
    """Whose cards are sent."""
    translate = QCoreApplication.translate
    return [
        (CardsSent.SPEAKER, translate("GroupWords", "Of who speaks")),
        (CardsSent.ALL, translate("GroupWords", "Of all")),
    ]


def cards_sentence(cards: CardsSent) -> str:
    """What that means for the prompt."""
    translate = QCoreApplication.translate
    return {
        CardsSent.SPEAKER: translate(
            "GroupWords", "The card, lore and memory of who speaks are sent; the others are known by what they say."
        ),
        CardsSent.ALL: translate(
            "GroupWords", "All know all: the cards, lore and memory of all are sent, which takes more room."
        ),
    }[cards]
