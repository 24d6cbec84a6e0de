import type { ReactNode } from 'react'
import s from './MenuPlace.module.css'
import { useOpener } from './useOpener.ts'

type Opener = ReturnType<typeof useOpener>['button'] & { 'aria-haspopup': 'menu' }

/** Spread the opener on the button. The menu, a lazy component around MenuOver, loads when it opens. */
export function MenuPlace({
  button,
  menu,
}: {
  button: (opener: Opener) => ReactNode
  menu: (close: () => void) => ReactNode
}) {
  const { isOpen, close, button: opener } = useOpener()
  return (
    <span className={`rigid relative ${s.place}`}>
      {button({ ...opener, 'aria-haspopup': 'menu' })}
      {isOpen && menu(close)}
    </span>
  )
}
