// The key of a mailed link: taken out of the address at once, and kept in this page's memory alone.
type ResetLink = {
  key: string
  email: string
  /** It is the first password, of somebody who was invited. */
  isInvitation: boolean
}
let kept: ResetLink | null = null

export const readResetLink = (link: ResetLink) => {
  kept = link
}
export const resetLink = () => kept
export const endResetLink = () => {
  kept = null
}
