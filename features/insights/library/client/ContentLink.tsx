import type { ReactNode } from 'react'
import { dispatchOn } from '#core/client/act.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { viewContent } from '../actions.ts'
import type { LibraryItem } from '../contract.ts'

type Props = {
  content: Pick<LibraryItem, 'id' | 'content_type' | 'blog_url'>
  /** Page of a PDF. */
  page?: number
  className?: string | undefined
  children: ReactNode
}

/**
 * Links to the item's own page, or to external content in a new window, which marks the item as viewed. The card is
 * draggable, not the link.
 */
export function ContentLink({ content: { id, content_type: type, blog_url }, page, className, children }: Props) {
  const engine = useEngine()
  if (type === 'blog')
    return (
      <a
        className={className}
        draggable={false}
        href={blog_url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => dispatchOn(engine, viewContent, { id })}
      >
        {children}
        <span className="hide"> (opens in a new window)</span>
      </a>
    )
  return (
    <Link
      to={`/asset/${id}`}
      className={className}
      draggable={false}
      {...(page !== undefined && { hash: `page=${page}` })}
    >
      {children}
    </Link>
  )
}
