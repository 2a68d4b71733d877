"""*What if*: only what differs from what holds now is tried, and what somebody is typing stays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from desktop_app.context.plan import Lane, LaneUse
from desktop_app.domain.settings import Lanes
from desktop_app.services.context_service import WhatIf
from desktop_app.ui.context_preview.what_if_panel import WhatIfPanel
from desktop_app.ui.icons import Icons
from tests.ui.context_preview.plans import PLAN


@pytest.fixture
def panel(icons: Icons) -> WhatIfPanel:
    panel = WhatIfPanel(icons, None)  # pyright: ignore[reportArgumentType] - stands alone here
    panel.set_base(PLAN, Lanes())
    panel.show()
    return panel


def test_it_is_folded_until_somebody_asks(panel: WhatIfPanel) -> None:
    assert panel._body.isHidden()
    panel.open()
    assert panel._body.isVisible()


def test_only_what_is_otherwise_is_tried(panel: WhatIfPanel) -> None:
    tried: list[WhatIf] = []
    panel.changed.connect(tried.append)
    assert panel.what_if == WhatIf()
    panel._limit.setValue(4096)
    panel._strategy.setCurrentIndex(panel._strategy.findData("manual"))
    panel._lanes["memory"].setValue(50)
    assert tried == [
        WhatIf(limit=4096),
        WhatIf(strategy="manual", limit=4096),
        WhatIf(strategy="manual", limit=4096, lanes=replace(Lanes(), memory=50)),
    ]
    panel._limit.setValue(PLAN.limit)
    assert tried[-1].limit is None
    panel.reset()
    assert tried[-1] == panel.what_if == WhatIf()


def test_what_is_not_tried_follows_what_holds_now(panel: WhatIfPanel) -> None:
    tried: list[WhatIf] = []
    panel._reserve.setValue(300)
    panel.changed.connect(tried.append)
    panel.set_base(replace(PLAN, limit=8192, strategy="of-a-plugin"), replace(Lanes(), recall=1))
    assert panel.what_if == WhatIf(reserve=300)
    assert (panel._limit.value(), panel._strategy.currentData(), panel._lanes["recall"].value()) == (
        8192,
        "of-a-plugin",
        1,
    )
    assert tried == []


def test_the_fullness_of_each_lane_is_told_with_its_share(panel: WhatIfPanel) -> None:
    panel.open()
    panel.show_uses(replace(PLAN, lanes=(LaneUse(Lane.MEMORY, 12, 345),)))
    assert "12" in panel._lanes["memory"].toolTip()
    assert "345" in panel._lanes["memory"].accessibleDescription()
    assert panel._lanes["recall"].toolTip() == ""


def test_every_control_has_a_name(panel: WhatIfPanel) -> None:
    controls = (panel._strategy, panel._limit, panel._reserve, panel._summary_tokens, *panel._lanes.values())
    assert all(control.accessibleName() for control in controls)


def test_the_wheel_changes_nothing(panel: WhatIfPanel) -> None:
    panel.open()
    before = panel.what_if
    for control in (panel._limit, panel._strategy):
        control.setFocus()
        place = QPointF(control.rect().center())
        event = QWheelEvent(
            place,
            control.mapToGlobal(place),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(control, event)
        assert panel.what_if == before
