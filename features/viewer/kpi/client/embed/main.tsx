// Where the dashboard in a frame starts. It keeps nothing, and knows nothing but what the page around it says.
import './before.ts'
import '#core/ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { EmbeddedDashboard } from './EmbeddedDashboard.tsx'

const nonce = (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ ?? ''
createRoot(document.getElementById('root')!).render(<EmbeddedDashboard nonce={nonce} />)
