// Entry point of the embedded dashboard. It stores nothing and has only the data that the surrounding page posts to it.
import './before.ts'
import '#core/ui/inter.css'
import '#core/ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { EmbeddedDashboard } from './EmbeddedDashboard.tsx'

const nonce = (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ ?? ''
createRoot(document.getElementById('root')!).render(<EmbeddedDashboard nonce={nonce} />)
