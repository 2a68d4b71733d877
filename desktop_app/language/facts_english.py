"""How facts are said in English. Data for ``facts``; see ``fact_rules`` for what the groups mean."""

from __future__ import annotations

from desktop_app.language.fact_rules import FactKind, FactLanguage, FactRule, any_of

_RELATIVES = (
    "mother mom mum mommy father dad daddy sister brother son daughter wife husband girlfriend boyfriend fiancee fiance fiancé "
    "fiancée partner spouse cousin uncle aunt grandmother grandma grandfather grandpa granddaughter grandson niece nephew twin "
    "stepmother stepfather stepsister stepbrother boss manager roommate flatmate neighbour neighbor mentor teacher landlord "
    "landlady ex kid child baby godfather godmother master apprentice squire servant parents kids children sisters brothers "
    "twins grandparents friend"
).split()
_ANIMALS = (
    "dog dogs puppy cat cats kitten horse mare stallion pony parrot bird hamster rabbit rabbits goat goats cow cows chicken "
    "chickens raven falcon hawk owl wolf dragon pet pets snake turtle fish ferret donkey mule"
).split()
_HAVINGS = (
    "house flat apartment farm garden car bike bicycle motorcycle motorbike boat ship cabin cottage castle shop store bakery "
    "tavern inn degree phd tattoo scar piano guitar violin sword brother-in-law sister-in-law laptop pc mac telescope van truck"
).split()
_WORKS = (
    "nurse doctor teacher engineer programmer developer designer artist writer author student lawyer chef cook baker barista "
    "waiter waitress driver pilot farmer soldier officer scientist researcher architect accountant electrician plumber "
    "carpenter mechanic firefighter policeman policewoman cop detective journalist photographer musician singer actor actress "
    "dancer librarian translator therapist psychologist dentist vet veterinarian pharmacist paramedic surgeon professor "
    "manager director consultant analyst salesman cashier janitor blacksmith smith merchant knight squire mage wizard witch "
    "sorcerer sorceress healer priest priestess monk nun thief assassin mercenary ranger hunter bard paladin vampire werewolf "
    "elf dwarf orc demon angel princess prince king queen duke duchess baron baroness lord emperor empress captain general "
    "commander sailor pirate innkeeper freelancer tutor coach gardener tailor miner sculptor painter poet widow widower orphan "
    "teetotaler vegetarian vegan pescatarian diabetic celiac muslim christian catholic jew buddhist hindu atheist virgo libra "
    "scorpio sagittarius capricorn aquarius pisces aries taurus gemini introvert insomniac veteran immigrant beginner"
).split()
_ROLES = (
    "heir heiress king queen prince princess ruler lord lady leader head chief captain commander founder owner guardian keeper "
    "traitor spy murderer killer thief author inventor son daughter mother father brother sister wife husband twin cousin uncle "
    "aunt niece nephew grandson granddaughter grandmother grandfather friend enemy rival apprentice student teacher mentor "
    "servant bodyguard advisor adviser boss manager partner nickname name fiancé fiancée fiance fiancee lover ex widow bastard"
).split()
_KEPT = (
    "key keys map money gold sword dagger chest letter letters scroll passport documents papers will ring amulet book diary "
    "journal treasure spare medicine pills charger wallet gun rifle ammo tools torch lantern crown potion potions box safe "
    "password ticket tickets backup backups receipt receipts blankets towels"
).split()
_CONDITIONS = (
    "diabetes asthma adhd autism epilepsy anxiety depression insomnia migraines celiac dyslexia arthritis ptsd ocd "
    "anemia hypertension"
).split()
_STATES = (
    "vegan vegetarian diabetic celiac lactose gluten colorblind colourblind color-blind colour-blind pregnant deaf blind "
    "left-handed right-handed married divorced widowed engaged single gay lesbian bisexual trans nonbinary non-binary autistic "
    "dyslexic retired unemployed self-employed jewish muslim christian catholic buddhist hindu"
).split()


_WORDS = {
    "rel": any_of(_RELATIVES),
    "animal": any_of(_ANIMALS),
    "having": any_of([*_RELATIVES, *_ANIMALS, *_HAVINGS]),
    "work": any_of(_WORKS),
    "role": any_of([*_ROLES, *_WORKS]),
    "kept": any_of(_KEPT),
    "condition": any_of(_CONDITIONS),
    "state": any_of(_STATES),
    "i": r"\b(?:i|we)\b",
    "am": r"\bi(?:'m| am|m)\b(?: (?:actually|also|just|still|really|now|currently|only|technically|already))*",
    "adv": r"(?: (?:actually|also|just|still|really|now|currently|absolutely|totally|usually|always|even|already|both|"
    r"recently|kinda|honestly|personally|never|only|do|much|simply|finally|truly))*",
    "name": r"(?-i:[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+){0,2})",
    "someone": r"(?-i:(?!(?:He|She|It|They|This|That|There|Here|What|Who|The|We|You|My|Your|His|Her|Our|Their|One|Everyone|"
    r"Nobody|Someone|Everything|Nothing|Today|Tomorrow|So|And|But|Yes|No|Oh|Well|God|Life|Love|How|Where|If|Now|Maybe)\b)"
    r"[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+){0,2})",
    "value": r"(?P<value>[^,.;:!?…—–()*\"“”\n]{2,60}?)(?=$|[,.;:!?…—–()*\"“”\n]| (?:so|because|but|since|though|although|who|"
    r"which|and i|and we|and my|btw|lol|haha|please|if|when|until|- )\b)",
    "no": r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|\d+(?:[.,]\d+)*)",
    "day": r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|midnight|noon|dawn|sunrise|sunset|"
    r"next (?:week|month|year|spring|summer|autumn|fall|winter)|"
    r"(?:jan|febr)uary|march|april|may \d|june|july|august|(?:septem|octo|novem|decem)ber|\d{1,2}(?:st|nd|rd|th)|"
    r"\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m|p\.m|o'clock)|\d{1,2}:\d\d|\d{4}-\d\d-\d\d|christmas|easter|new year|"
    r"(?:full|new) moon|solstice|harvest)",
    "pre": r"(?!(?:in|on|at) (?:(?:his|her|my|your|our|their|the|good|safe) )*(?:hands?|details?|head|mind|hearts?|eyes|way|lap|arms|moment|table|floor)\b)(?:under(?:neath)?|in|inside|behind|beneath|below|above|next to|beside|at|on|near|between)",
}  # fmt: skip

_NAME, _DECISION = FactKind.NAME, FactKind.DECISION
# What cannot be loved or hated for long.
_NOT_LIKED = (
    r"(?!(?:it|this|that|you|him|her|them|us|me|how|what|where|why|your|my|his|their|these|those|being|the way|everything|all|"
    r"to (?:know|think|see you|say|admit|talk|go|be|ask|hear|tell|break)|when you|when i|seeing you|for|if|the (?:idea|sound|part|ending))\b)"
)

_RULES = (
    FactRule("name", r"\bmy (?:full |real |first |last |true |middle )?name(?:'s| is| was)(?! (?:not|a|the|on|in)\b) (?P<value><name>|[^\W\d_]{2,20})", _NAME, single=True, weight=1.0),
    FactRule("name", r"\b(?:call|calls) me (?:just )?(?!(?:I|If|When|A|The|Later|Back)\b)(?P<value><name>)", _NAME, single=True, weight=1.0),
    FactRule("name", r"<am> (?:called|named|known as) (?P<value><name>)", _NAME, single=True, weight=1.0),
    FactRule("name", r"\bmy (?P<owner><rel>|<animal>)(?:'s name is| is called| is named) (?P<value>[^\W\d_]{2,20})", _NAME, single=True, weight=0.95),
    FactRule("name", r"<i>(?:'ve)?<adv> (?:have|got|adopted|own|bought|raised?) [^,.;:!?]{0,30}?\b(?P<thing><having>),? (?:called|named) (?P<value><name>|[^\W\d_]{2,20})", _NAME, weight=0.95),
    FactRule("relation", r"\bmy (?:[\w-]+ ){0,2}?(?P<thing><rel>|<animal>),? (?P<value><someone>)", weight=0.85),
    FactRule("relation", r"\b(?:(?P<value><someone>)|he|she|they)(?:'s| is| was|'re| are| were) my (?:[\w-]+ ){0,2}?(?P<thing><rel>)\b", weight=0.8),
    FactRule("is", r"\bmy (?:[\w-]+ ){0,2}?(?P<owner><rel>)(?:'s| is| was) (?P<value>(?:an?|the|from|called) [^,.;:!?…—]{2,50})", weight=0.8),
    FactRule("does", r"\bmy (?:[\w-]+ ){0,2}?(?P<owner><rel>|<animal>)<adv> (?P<value>(?:works?|lives?|studies|studied|died|teaches|owns|moved|turned|passed away|serves?|runs) [^,.;:!?…—]{2,50})", weight=0.8),
    FactRule("age", r"<am> (?P<value><no>)(?=(?: years?(?: |-)old| y/?o\b|$|[,.!;)]| and\b| lol\b| btw\b))(?!, \d)", single=True, weight=0.85),
    FactRule("age", r"\bmy (?P<owner><rel>)(?: <name>)?(?:'s| is|<adv> turned| is turning)<adv> (?P<value><no>)(?= years?\b| now\b|$|[,.!;)]| and\b)", single=True, weight=0.8),
    FactRule("home", r"<i>(?:'ve| have|'re|'m| am| are)?<adv> (?:live|living|moved|relocated|based|settled)(?: (?:together|alone|here|back|out|down|all my life))?<adv> (?:in|to|at|on|near|outside)(?! (?:fear|peace|the moment|hope|sin|denial|the past|a dream|front)\b) <value>", single=True, weight=0.85, lasting=True),
    FactRule("origin", r"<i><adv> (?:was born|were born|grew up) (?:in|at|near|on) (?!the (?:day|year)\b)<value>", single=True, weight=0.8),
    FactRule("origin", r"(?:<am>|<i><adv> (?:come|hail))(?: originally)? from(?: originally)? (?P<value>(?:the |a )?(?:[a-z]+ ){0,3}?<name>)", single=True, weight=0.8),
    FactRule("job", r"<i><adv> work(?:ed|s)?\b(?! (?:on|it|out|hard|better|best|late|alone|well|fast|fine|together)\b)[^,.;:!?]{0,25}?\b(?:as|at|for|in|with) (?!(?:all|it|me|this|that|you|him|her|least|once|first|silence|peace)\b)<value>", single=True, weight=0.85),
    FactRule("job", r"<am> (?:an?|the) (?P<value>(?:[\w-]+ ){0,3}?<work>)\b(?! (?:of|for) (?:love|you)\b)", weight=0.8),
    FactRule("study", r"<i>(?:'m| am)?<adv> (?:study|studying|studied|teach|teaching|learn|learning|major|majoring)(?: in)? (?!(?:a lot|from|that|how|it|so|my|this|for|about|you)\b)<value>", weight=0.7),
    FactRule("runs", r"<i><adv> (?:run|own|manage) (?P<value>(?:an?|the|my own) [^,.;:!?…—]{2,50})", weight=0.7),
    FactRule("allergy", r"(?:<am>|<i>(?:'re| are)|\b(?:he|she|<name>)(?:'s| is)|\bmy (?P<owner><rel>)(?:'s| is))(?: \w+ly| very| quite)? (?:allergic|intolerant) to <value>", weight=1.0),
    FactRule("allergy", r"\b(?:have|has|got)(?: an?| this)?(?: \w+)? (?P<value>[\w-]+ allergy)", weight=1.0),
    FactRule("health", r"<i>(?:'ve got| have|'ve had| suffer from)(?: \w+){0,2}? (?P<value>(?:type \d )?<condition>)\b", weight=0.95),
    FactRule("health", r"<am> (?:an? )?(?P<value>(?:type \d )?<state>)\b(?! (?:with|about|in|by|handed|of|to|mind)\b)", weight=0.95),
    FactRule("diet", r"<i><adv> (?:don't|do not|can't|cannot|never) (?:eat|drink|smoke)(?! (?:it|that|this|them|anymore|now|me|yet|anything)\b) <value>", weight=0.85, lasting=True),
    FactRule("favourite", r"\bmy (?:all-time |absolute )?fav(?:ou?rite)? (?P<thing>[\w ]{2,25}?)(?:'s| is| are|'s always been| was) (?!(?:when|that|how)\b)<value>", single=True, weight=0.75),
    FactRule("likes", rf"<i>(?!(?: \w+)? don't)<adv> (?:love|like|adore|enjoy|prefer) {_NOT_LIKED}<value>", weight=0.55, lasting=True),
    FactRule("likes", rf"<am> (?:a (?:big |huge )?fan of|obsessed with|really into|into|fond of) {_NOT_LIKED}<value>", weight=0.55, lasting=True),
    FactRule("dislikes", rf"<i><adv> (?:hate|can't stand|cannot stand|can't bear|loathe|despise|dislike|detest|don't like|do not like|can't tolerate) {_NOT_LIKED}<value>", weight=0.65, lasting=True),
    FactRule("fears", rf"(?:<am> (?:\w+ly )?(?:afraid|scared|terrified) of|<i>'ve always (?:feared|been afraid of)) {_NOT_LIKED}<value>", weight=0.65, lasting=True),
    FactRule("has", r"<i>(?:'ve)?<adv> (?:have|got|own|keep|adopted|bought|inherited|drive|ride|raise|play) (?P<value>(?:an?|<no>|some|my (?:own|late)|several) (?:[\w-]+ ){0,3}?<having>)\b", weight=0.7, lasting=True),
    FactRule("has", r"<i><adv> (?:drive|ride|play) (?P<value>(?:an?|the|my) [^,.;:!?…—]{2,40})", weight=0.65, lasting=True),
    FactRule("birthday", r"\b(?:(?P<owner><rel>)'s|(?P<subject><name>)'s|my|our) birthday(?:'s| is| falls)? (?:on |in )?(?:the )?(?P<value>[^,.;:!?…—]{0,14}<day>[^,.;:!?…—]{0,14})", single=True, weight=1.0),
    FactRule("birthday", r"<i><adv> (?:was|were) born (?:on|in) (?P<value>(?:the )?[^,.;:!?…—]{0,14}(?:<day>|\b(?:19|20)\d\d)[^,.;:!?…—]{0,14})", single=True, weight=0.95),
    FactRule("date", r"\b(?P<thing>wedding|anniversary|exam|interview|appointment|flight|train|meeting|deadline|funeral|coronation|surgery|concert|party|trial|duel|graduation|presentation|dinner|ball|ceremony|rent)\b(?:'s| is| will be| starts| leaves| was moved)(?: \w+){0,4}? (?P<value>(?:on |at |in |by |to )?(?:the )?<day>[^,.;:!?…—]{0,20})", _DECISION, single=True, weight=0.9),
    FactRule("meeting", r"\b(?:(?:let's|we'll|we will|shall we|we)(?: (?:say|then|both|all|just|we))* (?:meet|leave|gather|go|start|depart)|see you(?! (?:tomorrow|tonight)\W*$)|meet me|i'll (?:come|be there|pick you up|see you|meet you))\b[^.;:!?]{0,50}?\b(?P<value>(?:on|at|by|before|this|next)? ?<day>[^,.;:!?…—]{0,25})", _DECISION, weight=0.85),
    FactRule("promise", r"<i><adv> (?:promise|swear|vow|pledge)(?: you| to you| on my \w+| by [^,.]{2,20})?,?(?: that)? (?P<value>(?:to |i(?:'ll| will| won't| shall)|we(?:'ll| will| won't)|never)\b[^.;!?…]{4,80})", _DECISION, weight=0.9),
    FactRule("decision", r"<i>(?:'ve| have)?<adv> (?:decided|agreed|resolved|chosen|settled)(?: to| that| on) (?!(?:let you|the other|take an?|go for|go to bed|have an?|wait|rest|sleep|stop|skip|try|ask|write|send|look|check)\b)(?P<value>[^.;!?…]{4,80})", _DECISION, weight=0.85),
    FactRule("decision", r"\b(?:it's (?:settled|agreed|decided|a deal)|(?:the|our) (?:deal|plan|agreement) (?:is|stands)|we (?:have|'ve got) a deal|from now on|from this day(?: on)?)\b,?:? ?(?P<value>[^.;!?…]{6,80})", _DECISION, weight=0.85),
    FactRule("promise", r"\b(?:i|we)(?:'ll| will) (?:pay|give|return|deliver|bring|send|repay|hand)\b[^.;!?]{0,50}?\b(?P<value>(?:by|before|until|on|at|within) [^.;!?…]{0,20}?<day>[^,.;:!?…]{0,15})", _DECISION, weight=0.8),
    FactRule("place", r"\b(?P<thing>(?:the|my|our|your|his|her|their) (?:[\w'-]+ ){0,3}?[\w-]+(?: (?:to|of|for) the [\w-]+)?) (?:is|are|was|were|lies?)(?: still| always)? (?:hidden|kept|buried|stored|locked|stashed|tucked)(?: away)? (?P<value><pre> [^,.;:!?…—]{3,50})", single=True, weight=0.95),
    FactRule("place", r"\b(?P<thing>(?:the|my|our|your|his|her|spare) (?:[\w'-]+ ){0,2}?<kept>(?: (?:to|of|for) (?:the )?[\w-]+)?) (?:is|are|lies?)(?: still| always)? (?P<value><pre> [^,.;:!?…—]{3,50})", single=True, weight=0.9),
    FactRule("place", r"<i>(?:'ve)?<adv> (?:hid|hide|buried|keep|stashed|locked|stored|hidden) (?P<thing>(?:the|my|our|your|his|her|all|some|a) (?:[\w'-]+ ){0,2}?[\w-]+) (?P<value><pre> [^,.;:!?…—]{3,50})", single=True, weight=0.9),
    FactRule("code", r"\b(?P<thing>(?:[\w'-]+ )?(?:code|password|pin|passphrase|combination|number)(?: (?:for|to|of) (?:the |my )?[\w-]+)?)(?:'s| is| ends in| was)(?: now)? (?P<value>[\"“'‘]?\w*\d[\w-]*|[\"“'‘][^\"”'’]{2,30}[\"”'’])", single=True, weight=0.95),
    FactRule("health", r"\b(?:my|his|her) (?P<thing>blood type|blood group|eyesight)(?:'s| is) (?P<value>[^,.;:!?]{1,20})", single=True, weight=0.9),
    FactRule("health", r"\bi (?:had (?:my|an?|both) (?P<value>[\w ]{3,25}?) (?:taken out|removed|amputated|replaced|transplant(?:ed)?)|lost (?:my|an?) (?:left |right )?(?:arm|leg|eye|hand|foot|hearing|sight))\b", weight=0.8),
    FactRule("life", r"<i>(?:'ve| have)?<adv> (?:gave up|given up|quit|dropped out of|opened|founded|retired|graduated|enrolled|inherited|divorced|married|proposed to|got (?:married|engaged|divorced)|lost my (?:job|wife|husband|mother|father|parents|son|daughter)) ?(?!(?:the|a) (?:door|window|box|bottle|book|letter|file|link|app|page|email)\b)(?P<value>[^.;:!?…]{0,60})", weight=0.65, lasting=True),
    FactRule("skill", r"<i>(?:'ve| have)?<adv> (?:never learn(?:ed|t)(?: how)? to|can't|cannot|know how to) (?P<value>(?:swim|drive(?! (?:you|me|him|her|us|them|it|to)\b)|cook(?! (?:you|me|him|her|us|them|it)\b)|read(?! (?:you|it|that|this)\b)|write|dance|sing|ride|fly|see colou?rs|cycle|play [\w ]{2,20}|speak [\w ]{2,20})\b[^.;:!?]{0,30})", weight=0.7, lasting=True),
    FactRule("speaks", r"<i><adv> speak (?P<value>(?-i:[A-Z])\w+[^.;:!?]{0,40})", weight=0.7),
    FactRule("health", r"<i><adv> write with my (?P<value>left) hand", weight=0.8),
    FactRule("goal", r"<i>(?:'m| am|'re| are)<adv> (?:saving(?: up)? for|training for|writing an?|building an?|planning to|looking for an? (?:new )?(?:job|flat|house|apartment)|applying (?:to|for)|expecting) ?(?P<value>[^,.;:!?…]{0,50})", weight=0.65, lasting=True),
    FactRule("rule", r"\b(?:doctor|dentist|vet|therapist|physio)\b[^.;:!?]{0,20}?\b(?:said|told me|says|forbade|prescribed|diagnosed)\b (?P<value>[^.;!?…]{6,80})", weight=0.75),
    FactRule("place", r"<i><adv> left (?P<thing>(?:the|my|our|your) (?:[\w'-]+ ){0,2}?<kept>) (?P<value>(?:with|at|in|under|on|behind) [^,.;:!?…—]{3,50})", single=True, weight=0.85),
    FactRule("about", r"\b(?:my|our) (?P<owner><rel>|<animal>)(?:'s [\w-]+)? (?P<value>(?!\w+ (?:said|says|told|tells|asks?|asked)\b)(?:only|always|never|used to|refuses|hates?|loves|won't|can't|believes?|collects|mended|built|fought|played|wrote|ran|owned|sold|worked|taught|served|grew|wakes) [^.;:!?]{4,60})", weight=0.6, lasting=True),
    FactRule("is", r"\b(?P<subject><someone>)(?:'s| is| was)(?: \w+ly| secretly| also| now| still| actually)? (?P<value>(?:the|an?|my|our|his|her|[\w-]+'s) (?:[\w-]+ ){0,3}?<role>\b[^,.;:!?…—]{0,40})", weight=0.7),
    FactRule("home", r"\b(?P<subject><someone>) (?:lives|moved|grew up|was born)(?: \w+ly)? (?:in|to|at|near|on) <value>", single=True, weight=0.65),
    FactRule("job", r"\b(?P<subject><someone>) works (?:as|at|for|in) <value>", single=True, weight=0.65),
)  # fmt: skip

ENGLISH = FactLanguage(
    code="en",
    letters="[A-Za-z]",
    rules=_RULES,
    question=r"\?[\"'”’»)*_\s]*$|^(?:[\"“*\s]*)(?:do|does|did|is|are|was|were|can|could|would|will|what|where|who|why|how|when|should|have you) (?:i|you|he|she|it|we|they|my|your|the)\b",
    doubt=r"\b(?:if|imagine|suppose|pretend|wish|would|could|might|maybe|perhaps|as though|like when|let's say i|say i|someday|not sure|i think|i guess|whether|dreamed|dreamt|example)\b",
    command=r"^[\W_]*(?:please |now |ok(?:ay)?,? |so,? )?(?:write|rewrite|give|make|create|generate|translate|explain|imagine|pretend|list|describe|summari[sz]e|add|fix|continue|act|role-?play|can you|could you|would you|tell me|show|help|draw|compose|answer|play|convert|check)\b",
    quotation=r"\b(?:as|like) (?:the )?[\w ]{2,25}? (?:said|says|wrote|put it|once)\b|\bonce (?:said|wrote)\b|\b(?:quote|saying goes|proverb|lyrics)\b|^[\W_]*(?:knock knock|a man walks)",
    moment=r"\b(?:today|right now|tonight|at the moment|this (?:morning|evening|week)|so much|for a (?:minute|moment|second)|anymore)\b",
    first_person=r"\b(?:i|i'm|me|my|mine|we|our|us|he|she)\b",
    words=_WORDS,
)
