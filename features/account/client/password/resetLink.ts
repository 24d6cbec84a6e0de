// Holds the key of an emailed link. It leaves the URL right away and stays in this page's memory.
type ResetLink = {
  key: string
  email: string
  /** True for the first password of an invited person. */
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
