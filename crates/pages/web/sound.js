// Short tones, made here. Off unless the reader turned them on.

/** Each sound as notes: frequency in hertz, start and length in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  roll: [[220, 0, 0.04], [180, 0.06, 0.04], [240, 0.12, 0.04], [200, 0.18, 0.06]],
  build: [[330, 0, 0.07], [440, 0.08, 0.1]],
  robber: [[196, 0, 0.12], [147, 0.13, 0.2]],
  trade: [[392, 0, 0.07], [523, 0.07, 0.07]],
  offer: [[523, 0, 0.09]],
  award: [[392, 0, 0.09], [494, 0.1, 0.09], [587, 0.2, 0.16]],
  turn: [[587, 0, 0.1], [784, 0.12, 0.18]],
  win: [[392, 0, 0.14], [494, 0.15, 0.14], [587, 0.3, 0.14], [784, 0.45, 0.4]],
  soft: [[440, 0, 0.05]],
};

/** @type {AudioContext | undefined} */
let audio;

/**
 * Plays a sound by its name, if sounds are on and there is one.
 * @param {string} name
 */
export function play(name) {
  const notes = SOUNDS[name];
  if (!notes || document.documentElement.dataset.sounds !== "on") return;
  audio ??= new AudioContext();
  for (const [frequency, start, length] of notes) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length + 0.08);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.1);
  }
}
