let context: AudioContext | null = null

/** A short low tone: something was refused. A till without sound stays silent; the words say it too. */
export function beep(): void {
  try {
    context ??= new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = 'square'
    tone.frequency.value = 220
    volume.gain.setValueAtTime(0.08, context.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.22)
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + 0.22)
  } catch {
    // No sound device.
  }
}
