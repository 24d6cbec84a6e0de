import type { ReactNode } from 'react'
import s from './Page.module.css'
import { type TabLink, Tabs } from './Tabs.tsx'

type Props = {
  title: string
  /** One sentence. */
  intro?: ReactNode
  tabs?: readonly TabLink[]
  /** The open tab's name. */
  here?: string | undefined
  /** The most important last. */
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, intro, tabs, here, actions, children }: Props) {
  return (
    <>
      <header className={`flex wrap top between ${s.head}`} data-tabs={tabs ? true : undefined}>
        <div>
          <h1>{title}</h1>
          {intro && <p className="dim mt2">{intro}</p>}
        </div>
        {actions && <div className="flex wrap gap8">{actions}</div>}
      </header>
      {tabs && (
        <div className={s.tabs}>
          <Tabs label={title} tabs={tabs} here={here} />
        </div>
      )}
      {children}
    </>
  )
}
