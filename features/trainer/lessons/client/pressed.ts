// Remembers that 'Continue' or 'Start' opened a lesson to play it. It isn't part of the URL, so a reload doesn't start
// the video.
let pressed: string | null = null

export function press(id: string): void {
  pressed = id
}

/** Returns once whether this lesson was opened to be played. */
export function consumePress(id: string): boolean {
  const isIt = pressed === id
  pressed = null
  return isIt
}
