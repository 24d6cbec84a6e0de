// One seek at a time: browsers may never end one that another overtakes, and then play nothing.

const wanted = new WeakMap<HTMLVideoElement, number>()

/** Where it stands, or is about to. */
export const secondIn = (video: HTMLVideoElement): number => wanted.get(video) ?? video.currentTime

/** Goes there as soon as the seek before has ended; of several that wait, the last. */
export function seekTo(video: HTMLVideoElement, second: number): void {
  if (!video.seeking) {
    video.currentTime = second
    return
  }
  const isFirst = !wanted.has(video)
  wanted.set(video, second)
  if (isFirst) whenOver(video, () => goOn(video))
  // The controls follow at once.
  video.dispatchEvent(new Event('seeking'))
}

function goOn(video: HTMLVideoElement): void {
  const second = wanted.get(video)
  wanted.delete(video)
  if (second !== undefined && second !== video.currentTime) video.currentTime = second
}

/** Another source ends a seek without a word of it. */
function whenOver(video: HTMLVideoElement, then: () => void): void {
  const names = ['seeked', 'loadedmetadata', 'error']
  const once = () => {
    for (const name of names) video.removeEventListener(name, once)
    then()
  }
  for (const name of names) video.addEventListener(name, once)
}
