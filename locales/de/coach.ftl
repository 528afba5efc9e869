### Glück und Können in beendeten Partien: die Seite des Trainers und `neuland analyse`.

coach-heading = { $game }, { $steps } Schritte, gewonnen von { $winners }
coach-unsure-options = Die Schätzung ist unsicher: Sie gilt für die üblichen Regeln, und diese sind hier anders: { $options }.
coach-unsure-position = Die Schätzung ist unsicher: Diese Partie beginnt in einer vorgegebenen Stellung.
coach-unsure-seats = Die Schätzung ist unsicher: Sie kennt keine Partien mit { $seats } Plätzen.
coach-prior = Gleiche Chancen
coach-luck-order = Glück: Plätze und Aufbau
coach-luck-dice = Glück: Würfel
coach-luck-event-die = Glück: Ereigniswürfel
coach-luck-stolen-card = Glück: geraubte Karten
coach-luck-development-card = Glück: Entwicklungskarten
coach-luck-progress-card = Glück: Fortschrittskarten
coach-luck-tile = Glück: gezogene Karten
coach-mistakes = Eigene Fehler
coach-unforeseen = Eigene Züge ohne Fehler
coach-others-robber = Andere: Räuber
coach-others-trade = Andere: Handel
coach-others-building = Andere: Bauten
coach-others-barbarians = Andere: Barbaren
coach-others-cards = Andere: Karten
coach-others-tiles = Andere: Karten und Figuren
coach-others-other = Andere: alles Übrige
coach-outcome = Ergebnis
coach-decisions = Entscheidungen mit Wahl
coach-rating = Verlust je Entscheidung in ‰
coach-rating-error = Standardfehler
coach-costly = { $count ->
    [0] Keine Entscheidung kostete 2 % oder mehr.
    [one] Eine Entscheidung kostete 2 % oder mehr:
   *[other] { $count } Entscheidungen kosteten 2 % oder mehr; die teuersten:
}
coach-decision = Schritt { $step }, Zug { $turn }, { $seat }: { $action } – { $mark } ({ $cost } %); besser: { $best }
coach-inaccuracy = Ungenauigkeit
coach-mistake = Fehler
coach-blunder = grober Fehler
coach-lucky = { $count ->
    [0] Kein Zufall änderte die Chancen eines Platzes um 5 % oder mehr.
    [one] Ein Zufall änderte die Chancen eines Platzes um 5 % oder mehr:
   *[other] { $count } Zufälle änderten die Chancen eines Platzes um 5 % oder mehr; die größten:
}
coach-event = Schritt { $step }, Zug { $turn }: { $outcome } – { $mark } für { $seat } ({ $luck } %)
coach-is-lucky = Glück
coach-is-very-lucky = großes Glück
coach-is-unlucky = Pech
coach-is-very-unlucky = großes Pech
coach-trades = { $count ->
    [one] Ein Handel zwischen Spielern, wie ihn jede Seite beurteilen konnte:
   *[other] { $count } Handel zwischen Spielern, wie sie jede Seite beurteilen konnte:
}
coach-trade = Schritt { $step }: { $seat } { $gain } %, { $partner } { $gained } %
coach-column-player = Spieler
coach-column-games = Partien
coach-column-wins = Siege
coach-column-adjusted = Ohne Glück
coach-column-luck = Glück je Partie
coach-column-per-decision = Verlust je Zug
coach-error-note = Alle Zahlen beruhen auf geschätzten Gewinnchancen. Wo die Schätzung einen Zug verkennt, erscheint der Fehler später als Glück oder als eigener Zug.
coach-graph = Gewinnchancen: { $game }
coach-steps = Schritte

## Die Seite des Trainers.

coach-title = Glück und Können: { $game }
coach-link = Glück und Können
coach-about = Wie viel an diesem Ergebnis war Glück, wie viel Können, und welche Züge haben die Partie entschieden?
coach-working = Der Trainer sieht sich die Partie an. Das dauert einige Sekunden; die Seite zeigt dann von selbst, was er gefunden hat.
coach-cannot = Diese Partie lässt sich nicht analysieren: { $why }
coach-back = Zurück zur Wiederholung
coach-chances = Gewinnchancen
coach-chances-about = Jede Linie ist der Anteil am Sieg, mit dem ein Spieler rechnen konnte. Ein Ring ist ein Fehler und führt zu seiner Stellung.
coach-split = Woher das Ergebnis kommt
coach-split-about = Gleiche Chancen, Glück, eigene Züge und die Wirkung der anderen ergeben zusammen das Ergebnis, in Prozent eines Sieges.
coach-turning = Die teuersten Züge
coach-turning-none = Kein Zug hat 2 % oder mehr gekostet.
coach-turning-more = { $count ->
    [one] Ein weiterer Zug hat 2 % oder mehr gekostet.
   *[other] { $count } weitere Züge haben 2 % oder mehr gekostet.
}
coach-point = Zug { $turn }, { $name }
coach-played = Gespielt: { $action }
coach-then = Und danach: { $actions }
coach-better = Besser: { $action }
coach-cost = { $mark }, { $cost } %
coach-look = Stellung ansehen
coach-luckiest = Das größte Glück
coach-luckiest-none = Kein Zufall hat jemandes Chancen um 5 % oder mehr verändert.
coach-luck-at = Zug { $turn }: { $source } – { $mark } für { $name } ({ $luck } %)
coach-source-order = Plätze und Aufbau
coach-source-dice = Würfel
coach-source-event-die = Ereigniswürfel
coach-source-stolen-card = geraubte Karte
coach-source-development-card = Entwicklungskarte
coach-source-progress-card = Fortschrittskarte
coach-source-tile = gezogene Karte
coach-trades-title = Handel
coach-trade-at = { $name } { $gain } %, { $partner } { $gained } %
coach-unfinished = die Partie ist nicht zu Ende; nur eine beendete hat ein Ergebnis, das sich aufteilen lässt
coach-too-long = die Aufzeichnung hat mehr als { $steps } Schritte und ist damit zu lang für eine Analyse

## Aus Fehlern lernen: teure Züge einer beendeten Partie als Aufgaben.

exercise-of = Aus Fehlern lernen: { $game }
exercise-about = Aus Fehlern lernen: Finde in denselben Stellungen einen besseren Zug.
exercise-start = { $name }: { $count ->
    [one] eine Aufgabe
   *[other] { $count } Aufgaben
}
exercise-nav = Aufgaben
exercise-step = Aufgabe { $at } von { $count }, gelöst: { $found }
exercise-title = Zug { $turn }: Finde einen besseren Zug
exercise-played = In der Partie gespielt: { $action }. Das kostete { $cost } %.
exercise-best = Besser geht es nicht: { $action }
exercise-good = Ein guter Zug: { $action }. Der beste ist nur { $cost } % besser.
exercise-costly = { $action } kostet { $cost } %. Es gibt einen besseren Zug.
exercise-hint = Tipp
exercise-show = Lösung
exercise-solution = Der Trainer empfiehlt: { $action }
exercise-others = Andere Züge und was sie kosten:
exercise-other = { $action }: { $cost } %
exercise-try = Du kannst hier weitere Züge ausprobieren; an der Partie ändert sich nichts.
exercise-next = Nächste Aufgabe
exercise-end = Zum Trainer
exercise-uncompared = Zu diesem Zug hat der Trainer keine Zahl. Wähle einen anderen.
exercise-kind-robber = Der bessere Zug hat mit dem Räuber zu tun.
exercise-kind-trade = Der bessere Zug ist ein Handel.
exercise-kind-building = Der bessere Zug baut etwas oder setzt etwas auf das Spielfeld.
exercise-kind-barbarians = Beim besseren Zug geht es um Ritter und die Verteidigung der Insel.
exercise-kind-cards = Der bessere Zug kauft eine Karte oder spielt eine aus.
exercise-kind-tiles = Der bessere Zug ist ein anderer Platz für die Karte oder die Figur.
exercise-kind-other = Der bessere Zug baut nichts: Denk an die Bank, an deine Hand und daran, wann du den Zug beendest.

## Spielfeld und Karte auf der Seite des Trainers.

coach-line-then = danach
coach-line = Die Stellung mit dem gespielten und dem besseren Zug
coach-line-played = gespielt
coach-line-better = besser
coach-card = Zum Behalten und Verschicken
coach-card-save = Bild speichern
coach-card-luck = Glück
coach-card-mistakes = Fehler
coach-card-note = In Prozent eines Sieges. Glück: Würfel, gezogene Karten und Plätze. Der Rest: gleiche Chancen, gute Züge und die anderen.
coach-card-about = Aus geschätzten Gewinnchancen von Neuland. Eine einzige Partie sagt wenig darüber, wie gut jemand spielt.
coach-calibration = In Partien zwischen Bots, die sie nicht kannte, lag die Schätzung im Mittel um { $error } Prozentpunkte daneben. In einer einzelnen Stellung und bei Menschen kann es mehr sein.
coach-uncalibrated = Wie weit die Schätzung danebenliegt, ist für dieses Spiel noch nicht gemessen.

## Rätsel: Stellungen, in denen ein Zug eindeutig der beste ist.

nav-puzzles = Rätsel
puzzles-title = Rätsel des Tages
puzzles-about = Zu jedem Spiel eine Stellung, in der ein Zug eindeutig der beste ist. Jeden Tag gibt es neue, aus Partien zwischen den Bots.
puzzles-board = Die Stellung des Rätsels
puzzles-solve = Lösen
puzzles-open = noch nicht versucht
puzzles-tried = versucht
puzzles-solved = gelöst
puzzles-shown = Lösung angesehen
puzzles-rating = Deine Rätselwertung
puzzles-rated = { $rating } ± { $error }: { $solved } von { $tried } im ersten Versuch gelöst
puzzles-rating-about = Es zählt der erste Versuch, ohne Tipp und Lösung: Du trittst gegen das Rätsel an, und ihr habt beide eine Wertung. Alle beginnen bei 1500. Gespeichert werden Versuche nur für Leute mit Konto.
puzzle-of = Rätsel: { $game }
puzzle-step = Rätsel { $at } von { $count }
puzzle-title = Finde den besten Zug
puzzle-known = Nach allem, was du weißt, liegt deine Gewinnchance bei etwa { $known } %. Ein Zug ist eindeutig besser als alle anderen.
puzzle-wrong = Das ist nicht der beste Zug. Versuche einen anderen.
puzzle-rating = Wertung des Rätsels: { $rating }
puzzle-own = Deine Rätselwertung: { $rating }
puzzle-next = Nächstes Rätsel
puzzle-all = Alle Rätsel des Tages
