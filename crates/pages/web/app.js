// The browser client of tables and replays. Everything works without it, by plain links and forms; with it a table changes in place, and the
// board can be clicked, touched and walked by keys.

import { explain, press, preview, startActing } from "./act.js";
import { afterAdvice, startAdvice } from "./advice.js";
import { pressLater } from "./auto.js";
import { light, startBoard } from "./board.js";
import { afterCall, startCall } from "./call.js";
import { startClocks, tickClocks } from "./clocks.js";
import { startCopying } from "./copy.js";
import { afterChange, decorate, startDesk } from "./desk.js";
import { countFields, startFields } from "./fields.js";
import { startGuard } from "./guard.js";
import { startInstalled } from "./install.js";
import { showShare, startLobby } from "./lobby.js";
import { startKeyList, startKeys } from "./keys.js";
import { onChange, refresh, startLive } from "./live.js";
import { fillNonces, keepCommitments, startNonces } from "./nonce.js";
import { startNotify } from "./notify.js";
import { table, watchPresses } from "./page.js";
import { paintBoard, startPainting } from "./painted.js";
import { replay, startReplay } from "./replay.js";
import { showSent } from "./sent.js";
import { startSettings } from "./settings.js";
import { startShow } from "./show.js";
import { closeGone, startSheets } from "./sheets.js";
import { afterTalk, startTalk } from "./talk.js";
import { showTrade, startTrade } from "./trade.js";

watchPresses();
startGuard();
startFields();
startCopying();
startSheets();
startDesk();
startShow();
startNonces();
startNotify();
startLobby();
startKeyList();
startPainting();
startInstalled();
startSettings(refresh);
if (table()) {
  startBoard({ choose: (button) => void press(button), explain: (action) => void explain(action), preview });
  startActing();
  startAdvice();
  startTrade();
  startKeys();
  onChange(() => {
    void paintBoard();
    closeGone();
    afterAdvice();
    light();
    showSent();
    countFields();
    showTrade();
    decorate();
    fillNonces();
    keepCommitments();
    showShare();
    afterChange();
    tickClocks();
    afterTalk();
    afterCall();
    pressLater();
  });
  startClocks();
  startTalk();
  startCall();
  startLive();
  pressLater();
}
if (replay()) startReplay();
