# Was am Tisch neben dem Spiel geschieht: Uhren, Chat, was Leute einander fragen, gerufen werden.

## Uhren

clock-left = Restzeit:
clock-runs = (läuft)
clock-up = Zeit ist um
clock-column = Restzeit
clock-days = { $d } T. { $h } Std.
clock-hours = { $h } Std. { $m } Min.
clock-low = Deine Uhr: noch { $time }.

## Chat

talk = Chat
talk-empty = Noch hat niemand etwas gesagt.
talk-you = Du
keys-talk = Zum Chat
talk-field = Sag etwas
talk-send = Senden
talk-said = { $name } sagt: { $text }
talk-unread = { $n } neu
talk-mute = Jemanden stummschalten oder blockieren
talk-muted = Stumm: { $names }
talk-mute-hint = Du siehst nicht mehr, was die Person sagt. Sie erfährt nichts davon.
ago-now = gerade eben
ago-minutes = vor { $n } Min.
ago-hours = vor { $n } Std.
ago-days =
    { $n ->
        [one] vor 1 Tag
       *[other] vor { $n } Tagen
    }

## Zurücknehmen

undo-ask = Um Rücknahme bitten
undo-ask-hint = Das nimmt deinen letzten Zug zurück, mit allem, was danach kam.
undo-ask-voters =
    { $n ->
        [one] Es geschieht, wenn { $names } einverstanden ist.
       *[other] Es geschieht, wenn { $names } einverstanden sind.
    }
undo-ask-button = Die anderen fragen
undo-ask-alone = Zurücknehmen
undo-asked = { $name } möchte einen Zug zurücknehmen
undo-asked-hint = Auch alles, was nach diesem Zug kam, wird zurückgenommen.
undo-you-ask = Du möchtest deinen Zug zurücknehmen
undo-own-hint = Wenn du weiterspielst, ziehst du die Bitte zurück.
undo-waits = Noch ohne Antwort: { $names }
undo-agree = Einverstanden
undo-refuse = Ablehnen

## Unerwünschte Angebote

decline-turn = Keine mehr in diesem Zug
decline-from = Nie von { $name }
declined = Angebote, die du automatisch ablehnst
declined-turn = Keine Angebote in diesem Zug
declined-from = Keine Angebote von { $name }
decline-end = Aufheben

## Im Verlauf

event-undo-asked =
    { $you ->
        [yes] Du bittest darum, deinen letzten Zug zurückzunehmen.
       *[no] { $name } bittet darum, den letzten Zug zurückzunehmen.
    }
event-undo-agreed =
    { $you ->
        [yes] Du bist einverstanden.
       *[no] { $name } ist einverstanden.
    }
event-undo-refused =
    { $you ->
        [yes] Du lehnst ab: Alles bleibt, wie es ist.
       *[no] { $name } lehnt ab: Alles bleibt, wie es ist.
    }
event-filled = Bots spielen auf den Plätzen, auf denen noch niemand sitzt.
event-swapped =
    { $you ->
        [yes] Du und { $other } tauscht die Plätze.
       *[no] { $one } und { $other } tauschen die Plätze.
    }
event-left-bot =
    { $you ->
        [yes] Du gehst; ein Bot spielt für dich weiter.
       *[no] { $name } geht; ein Bot spielt weiter.
    }
event-left-open = Platz { $seat } wurde verlassen und ist wieder frei.
event-returned =
    { $you ->
        [yes] Du bist wieder da.
       *[no] { $name } ist wieder da.
    }
event-replaced =
    { $you ->
        [yes] { $by } lässt einen Bot für dich weiterspielen.
       *[no] { $own ->
            [yes] Du lässt einen Bot für { $name } weiterspielen.
           *[no] { $by } lässt einen Bot für { $name } weiterspielen.
        }
    }
event-time-up =
    { $you ->
        [yes] Deine Zeit ist um.
       *[no] Die Zeit von { $name } ist um.
    }
event-time-up-bot =
    { $you ->
        [yes] Deine Zeit ist um; ein Bot spielt weiter, bis du selbst handelst.
       *[no] Die Zeit von { $name } ist um; ein Bot spielt weiter.
    }
event-stood-still = Der Server lief nicht; die Uhren standen still.
event-next = Dieselben Leute spielen an einem neuen Tisch noch einmal.
event-share-spent =
    { $you ->
        [yes] Dein Anteil am Speicherplatz dieses Tisches ist aufgebraucht; ein Bot spielt bis zum Ende für dich.
       *[no] { $name } hat den eigenen Anteil am Speicherplatz dieses Tisches aufgebraucht; ein Bot spielt bis zum Ende.
    }
event-close-asked =
    { $you ->
        [yes] Du bittest darum, den Tisch zu schließen.
       *[no] { $name } bittet darum, den Tisch zu schließen.
    }
event-close-agreed =
    { $you ->
        [yes] Du bist einverstanden, den Tisch zu schließen.
       *[no] { $name } ist einverstanden, den Tisch zu schließen.
    }
event-close-refused =
    { $you ->
        [yes] Du möchtest weiterspielen: Der Tisch bleibt offen.
       *[no] { $name } möchte weiterspielen: Der Tisch bleibt offen.
    }
event-from-position = Die Partie wird aus einer Stellung weitergespielt.
event-closed =
    { $why ->
        [agreement] Alle sind einverstanden: Der Tisch ist geschlossen.
        [absence] Hier hat lange niemand gespielt: Der Tisch ist geschlossen.
        [host-conduct] Der Betreiber des Servers schließt den Tisch, weil sich jemand danebenbenommen hat.
        [host-content] Der Betreiber des Servers schließt den Tisch, weil hier etwas Unzulässiges geschrieben wurde.
        [host-request] Der Betreiber des Servers schließt den Tisch auf Wunsch.
        [host-operation] Der Betreiber des Servers muss den Tisch schließen.
       *[other] Die Person, die den Tisch eröffnet hatte, hat ihn geschlossen.
    }

## Gerufen werden

notify-hint = Dein Browser sagt dir Bescheid, wenn du am Zug bist und gerade etwas anderes ansiehst.
notify-on = Benachrichtigungen sind an
notify-off = Benachrichtigungen einschalten
notify-denied = Dein Browser lässt hier keine Benachrichtigungen zu.

## Senden

client-unsent = Keine Verbindung: Das wird aufbewahrt und noch einmal gesendet.
client-still-unsent = Dein letzter Zug ist noch unterwegs. Warte bitte auf ihn.
client-sent = Was aufbewahrt war, ist jetzt gesendet.
