### Partien noch einmal ansehen: die Wiederholung, Diagramme, Aufzeichnungen von anderswo.

## Die Wiederholung

replay-title = { $game }, Stellung { $at } von { $steps }
replay-heading = Noch einmal: { $game }
replay-at = Stellung { $at } von { $steps }
replay-turn = Zug { $n }
replay-table = Zum Tisch
replay-step = Was in diesem Schritt geschah
replay-beginning = Die Partie beginnt.
replay-nothing = Aus dieser Sicht ist hier nichts zu sehen.
replay-controls = Durch die Partie
replay-scrub = Stellung
replay-go = Dorthin
replay-first = Zum Anfang
replay-turn-back = Zum Zug davor
replay-back = Einen Schritt zurück
replay-on = Einen Schritt weiter
replay-turn-on = Zum nächsten Zug
replay-last = Zum Ende
replay-play = Abspielen
replay-pause = Anhalten
replay-ended = Die Partie ist zu Ende.
replay-speed = Geschwindigkeit
replay-speed-slow = Langsam
replay-speed-normal = Normal
replay-speed-fast = Schnell
replay-speed-faster = Sehr schnell
replay-eyes = Sicht
replay-eyes-watch = Zuschauer
replay-eyes-all = Alles offen
replay-hands = Karten
replay-no-cards = keine Karten
replay-covered =
    { $n ->
        [0] keine Karten
        [one] { $n } verdeckte Karte
       *[other] { $n } verdeckte Karten
    }
replay-link = Link zu dieser Stellung
replay-picture = Nur das Bild
replay-kept = Diese Aufzeichnung bleibt { $hours } Stunden im Speicher, nachdem sie zuletzt jemand angesehen hat, aber nur, bis der Server angehalten oder der Platz für andere gebraucht wird. Wer den Link hat, kann sie sehen.
replay-keys-step = einen Schritt zurück, einen Schritt weiter
replay-keys-turn = zum Zug davor, zum nächsten Zug
replay-keys-ends = zum Anfang, zum Ende
replay-keys-play = abspielen, anhalten
replay-link-over = Die Partie noch einmal ansehen

## Diagramme

charts-title = Die Partie in Zahlen
chart-points = Woher die Punkte kamen
chart-rolls = Würfel
chart-gained = Karten bekommen
chart-lost = Karten abgegeben
chart-trades = Handel
chart-partners = Wer wie oft mit wem getauscht hat
chart-every-trade =
    { $n ->
        [one] Das Tauschgeschäft
       *[other] Alle { $n } Tauschgeschäfte
    }
chart-as-table = Die Zahlen als Tabelle
chart-total = Alle
chart-no-cards = Es wurden keine Karten gezählt.
chart-no-trades = Niemand hat etwas getauscht.
trade-gave = gab
trade-with = mit
trade-got = bekam
reason-start = Anfang
reason-production = Erträge
reason-trade = Mitspieler
reason-supply = Bank
reason-robbery = Diebstahl
reason-discards = Abgeben
reason-cards = Entwicklungs- und Fortschrittskarten
reason-payments = Bauen und Kaufen

## Aufzeichnungen von anderswo

upload-title = Eine Partie noch einmal ansehen
upload-about = Öffne die Aufzeichnung einer Partie, eine Datei mit der Endung .neuland: Jeder Schritt wird nach den Regeln geprüft, dann kannst du sie durchgehen. Aufzeichnungen hier gespielter Partien gibt es am Ende jeder Partie.
upload-file = Aufzeichnung (Datei)
upload-paste = oder füge sie hier ein
upload-send = Prüfen und zeigen
upload-kept = Aufzeichnungen dürfen bis zu { $most } KB groß sein. Sie bleiben { $hours } Stunden im Speicher, nachdem sie zuletzt jemand angesehen hat, nie auf einer Festplatte; wer den Link zu einer hat, kann sie sehen.
upload-kept-here = Aufzeichnungen dürfen bis zu { $most } KB groß sein. Sie bleiben in diesem Browser und werden nirgendwohin geschickt.
upload-empty = Es war keine Aufzeichnung dabei: Wähle eine Datei oder füge ihren Text ein.
upload-too-large = Die Aufzeichnung ist zu groß; bis zu { $most } KB werden angenommen.
upload-too-many = Von deiner Adresse kamen viele Aufzeichnungen. Versuche es bitte in ein paar Minuten wieder.
upload-busy = Gerade werden zu viele Aufzeichnungen geprüft. Versuche es bitte gleich noch einmal.
upload-line = Zeile { $line }:
upload-gone = Diese Aufzeichnung ist nicht mehr da. Öffne sie noch einmal aus ihrer Datei.
upload-setup = Auch eine Stellung als Datei (ein JSON-Objekt, wie es docs/setup.md beschreibt) wird angenommen: Du siehst sie und kannst von dort weiterspielen.
upload-setup-wrong = Diese Stellung kann es nicht geben:
play-on = Von hier weiterspielen
play-on-about = Eröffnet einen neuen Tisch mit dieser Stellung. Gewürfelt und gezogen wird neu, und die Partie zählt in keiner Statistik.
play-on-over = Hier ist die Partie vorbei. Geh zu einer früheren Stellung zurück, um von dort weiterzuspielen.
play-on-seat = Platz { $seat }, in dieser Partie { $name }
play-on-send = Ab Stellung { $at } weiterspielen
