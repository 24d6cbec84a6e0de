export type DemoAccess = 'everyone' | 'group' | readonly string[]
export type Paper = {
  name: string
  tags: readonly string[]
  /** Everyone, the group that Morgan manages, or people by the first part of their addresses. */
  to: DemoAccess
  /** Days before today on which it was shared. */
  daysAgo: number
  /** '# ' starts a heading, '- ' a bullet, '---' a page. Anything else is a paragraph. */
  text: string
  /** Earlier text, if it was replaced. */
  earlier?: string
}
