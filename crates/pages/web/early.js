// Runs before the page is drawn: what needs this client is shown only where it runs.
"use strict";
document.documentElement.classList.add("js");
