import { persisted } from "@/lib/persisted";

/** Whether a sound plays when a resting order fills or triggers: stored in this browser, off by default. */
export const useFillSound = persisted("cw:fill-sound", (stored) => stored === true, "account");

const NOTES_HZ = [660, 880];
const NOTE_SECONDS = 0.12;
const VOLUME = 0.08;

/** Plays two short notes, if the client wants them. */
export function playFillSound(): void {
  if (!useFillSound.getState() || typeof AudioContext === "undefined") return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  for (const [at, hertz] of NOTES_HZ.entries()) {
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(volume);
    note.start(context.currentTime + at * NOTE_SECONDS);
    note.stop(context.currentTime + (at + 1) * NOTE_SECONDS);
    if (at === NOTES_HZ.length - 1) note.onended = () => void context.close();
  }
}
