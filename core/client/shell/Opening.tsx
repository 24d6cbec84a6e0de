import { Logo } from '#core/ui/Logo.tsx'
import s from './Opening.module.css'

/** What somebody who is signed in sees of a device's first start: the build writes it into the page, and it stands until there is more to see. */
export const SplashScreen = () => (
  <div className={s.opening}>
    <div className={s.bar}>
      <Logo />
    </div>
    <p className={s.words} role="status">
      Setting up Pursuit on this device. Next time it opens instantly, even offline.
    </p>
  </div>
)

/** Whether the page came with it: public/beforePaint.js says so. */
export const isFirstStart = (): boolean => document.documentElement.dataset.opens === 'inside'
