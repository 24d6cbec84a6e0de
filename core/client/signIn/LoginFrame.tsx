import type { ReactNode } from 'react'
import { Logo } from '#core/ui/Logo.tsx'
import s from './LoginFrame.module.css'
import { LoginIllustration } from './LoginIllustration.tsx'

/** The frame of every sign-in page. */
export function LoginFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className={`grid surface ${s.page}`} data-entrance>
      <main className={`stack ${s.left}`}>
        <div className={s.brand}>
          <Logo />
        </div>
        <div className={`fill ${s.body}`}>
          <h1>{title}</h1>
          <p className={`dim ${s.lead}`}>{lead}</p>
          {children}
        </div>
      </main>
      <aside className={`stack relative onlyWide clip ${s.right}`} aria-label="About Pursuit">
        <p className={`strong ${s.claim}`}>Every client starts with a next step.</p>
        <LoginIllustration />
      </aside>
    </div>
  )
}
