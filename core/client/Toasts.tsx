import { ToastLine } from './ToastLine.tsx'
import s from './Toasts.module.css'
import { useToasts } from './toasts.ts'

/** The region of messages: there from the start, so that screen readers hear what comes into it. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <section aria-label="Messages" aria-live="polite">
      <ul className={s.region}>
        {toasts.map((one) => (
          <ToastLine key={one.id} {...one} />
        ))}
      </ul>
    </section>
  )
}
