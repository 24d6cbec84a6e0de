// 'Continue' and 'Start' lead to a lesson and play it. It is no part of the address: a page that is loaded again doesn't start to speak.
let pressed: string | null = null

export function press(id: string): void {
  pressed = id
}

/** Whether this lesson was opened to be played. Once. */
export function consumePress(id: string): boolean {
  const isIt = pressed === id
  pressed = null
  return isIt
}
