import s from './LoginFrame.module.css'

const steps = [
  { x: 96, y: 468, label: 'Research' },
  { x: 214, y: 396, label: 'Introduce' },
  { x: 316, y: 316, label: 'Invite' },
  { x: 436, y: 262, label: 'Follow up' },
]
const stroke = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** Illustration of steps leading to a win. */
export function LoginIllustration() {
  return (
    <svg
      viewBox="0 0 680 560"
      preserveAspectRatio="xMidYMax meet"
      className={`fill absolute ${s.path}`}
      aria-hidden="true"
    >
      <path
        d="M-60 506 C30 500 60 484 96 468 S180 418 214 396 S280 340 316 316 S400 282 436 262 S506 196 532 158"
        fill="none"
        stroke="rgba(255,255,255,.34)"
        strokeWidth="2"
      />
      <path
        d="M532 158 C556 122 604 66 720 20"
        {...stroke}
        stroke="rgba(255,255,255,.24)"
        strokeWidth="2"
        strokeDasharray="2 8"
      />
      {steps.map(({ x, y, label }) => (
        <g key={label}>
          <circle cx={x} cy={y} r="15" fill="#15397e" stroke="#fff" strokeWidth="2" />
          <path d={`M${x - 6} ${y} l4 4 l8 -8`} {...stroke} stroke="#fff" strokeWidth="2.2" />
          <text x={x + 26} y={y + 22} fill="#fff" fontSize="14" fontWeight="500" opacity=".82">
            {label}
          </text>
        </g>
      ))}
      <circle cx="532" cy="158" r="26" fill="#5cc2bd" />
      <path d="M522 158 l7 7 l13 -14" {...stroke} stroke="#0e2a60" strokeWidth="3.4" />
      <text x="570" y="165" fill="#fff" fontSize="20" fontWeight="650">
        Won
      </text>
    </svg>
  )
}
