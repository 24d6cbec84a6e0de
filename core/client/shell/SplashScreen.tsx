import { Logo } from '#core/ui/Logo.tsx'
import s from './SplashScreen.module.css'

const lines = (count: number) => [...Array(count).keys()].map((line) => <i key={line} />)

/** The frame of every page for signed-in people. The build writes it into the page. */
export const SplashScreen = () => (
  <div className={s.opening}>
    <div className={s.rail}>
      <div className={`row ${s.brand}`}>
        <Logo />
      </div>
      <div className={`skeleton ${s.lines}`} aria-hidden>
        {lines(4)}
      </div>
    </div>
    <div className={s.bar} />
    <div className={s.page}>
      <p className={`lead dim mb16 ${s.words}`} role="status">
        Setting up Pursuit on this device. Next time it opens instantly, even offline.
      </p>
      <div className="skeleton" aria-hidden>
        {lines(6)}
      </div>
    </div>
  </div>
)

/** public/beforePaint.js sets the flag, and `data-first` on a new device. */
export const isFramePainted = (): boolean => document.documentElement.dataset.opens === 'inside'
