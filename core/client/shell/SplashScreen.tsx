import { Logo } from '#core/ui/Logo.tsx'
import s from './SplashScreen.module.css'

/** The first screen of a signed-in person on a new device. The build writes it into the page. */
export const SplashScreen = () => (
  <div className={s.opening}>
    <div className={`flex top ${s.bar}`}>
      <Logo />
    </div>
    <p className={`lead dim ${s.words}`} role="status">
      Setting up Pursuit on this device. Next time it opens instantly, even offline.
    </p>
  </div>
)

/** public/beforePaint.js sets the flag. */
export const isFirstStart = (): boolean => document.documentElement.dataset.opens === 'inside'
