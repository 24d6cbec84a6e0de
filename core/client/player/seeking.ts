// Seeks one at a time. When one overtakes another, browsers may never finish it and play nothing.

const wanted = new WeakMap<HTMLVideoElement, number>()

/** Returns the current position, or the one being sought. */
export const secondIn = (video: HTMLVideoElement): number => wanted.get(video) ?? video.currentTime

/** Waits for the previous seek. Of several pending seeks only the last is performed. */
export function seekTo(video: HTMLVideoElement, second: number): void {
  if (!video.seeking) {
    video.currentTime = second
    return
  }
  const isFirst = !wanted.has(video)
  wanted.set(video, second)
  if (isFirst) whenOver(video, () => goOn(video))
  // Updates the controls right away.
  video.dispatchEvent(new Event('seeking'))
}

function goOn(video: HTMLVideoElement): void {
  const second = wanted.get(video)
  wanted.delete(video)
  if (second !== undefined && second !== video.currentTime) video.currentTime = second
}

/** A new source ends a seek without a `seeked` event. */
function whenOver(video: HTMLVideoElement, then: () => void): void {
  const names = ['seeked', 'loadedmetadata', 'error']
  const once = ({ type }: Event) => {
    // The event of an earlier seek can come after the next one has begun.
    if (type === 'seeked' && video.seeking) return
    for (const name of names) video.removeEventListener(name, once)
    then()
  }
  for (const name of names) video.addEventListener(name, once)
}
