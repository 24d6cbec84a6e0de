import s from './table/Table.module.css'

export function LoadingPlaceholder() {
  return (
    <div className={`stack gap8 ${s.awaited}`} role="status" aria-busy aria-label="Loading">
      <i />
      <i />
      <i />
    </div>
  )
}
