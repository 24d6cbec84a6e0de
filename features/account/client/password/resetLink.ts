// The key of a mailed link: taken out of the address at once, and kept in this page's memory alone.
let kept: { key: string; email: string } | null = null

export const takeResetLink = (link: { key: string; email: string }) => {
  kept = link
}
export const resetLink = () => kept
export const endResetLink = () => {
  kept = null
}
