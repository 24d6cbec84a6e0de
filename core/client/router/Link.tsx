import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import type { Go, Place } from './router.ts'
import { useLocation, useRouter } from './useRouter.ts'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & Go & { ref?: Ref<HTMLAnchorElement> }

/** A link within the app. The pages below it count as its own for `aria-current`, which a prop can override. */
export function Link({ to, params, search, hash, replace, state, resetScroll, onClick, ...rest }: Props) {
  const router = useRouter()
  const here = useLocation()
  const href = router.hrefOf({ to, params, search, hash }, here)
  const prefetch = () => router.prefetch(href)
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || (rest.target && rest.target !== '_self')) return
    event.preventDefault()
    void router.navigate({
      to: href,
      ...(replace !== undefined && { replace }),
      ...(state && { state }),
      ...(resetScroll !== undefined && { resetScroll }),
    })
  }
  return (
    <a
      {...(isCurrent(href, here) && { 'aria-current': 'page' })}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      {...rest}
      href={href}
      onClick={go}
    />
  )
}

/** The browser opens other tabs and windows. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

function isCurrent(href: string, { pathname, searchStr }: Place): boolean {
  const [path = '', search = ''] = href.split('#')[0]!.split('?')
  if (pathname !== path && !(path !== '/' && pathname.startsWith(`${path}/`))) return false
  const here = new URLSearchParams(searchStr)
  return [...new URLSearchParams(search)].every(([name, value]) => here.get(name) === value)
}
