import s from './Poster.module.css'

const WIDTH = 320
const HEIGHT = 180
const TONES = 6

/** The background depends on the part it is in, the figure on the item. */
export function Poster({ place, number }: { place: number; number: number }) {
  const turn = number % 4
  const Figure = figures[number % figures.length]!
  return (
    <svg
      className={`block fill ${s.poster}`}
      data-tone={place % TONES}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width={WIDTH} height={HEIGHT} className={s.ground} />
      <Figure turn={turn} />
    </svg>
  )
}

type Props = { turn: number }
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

const Way = ({ turn }: Props) => (
  <>
    <circle cx={250 - turn * 20} cy={60 + turn * 12} r={88} className={s.soft} />
    <path
      d={`M28 ${150 - turn * 8} C80 150 96 ${96 + turn * 8} 140 100 S214 ${92 - turn * 10} ${252 - turn * 10} 56`}
      className={s.dots}
    />
    <circle cx={252 - turn * 10} cy={56} r={17} className={s.bright} />
  </>
)
const Door = ({ turn }: Props) => (
  <>
    <rect x={170 - turn * 26} y={30} width={86} height={180} className={s.soft} />
    <path d={`M${170 - turn * 26} 30 l-34 16 v164 h34z`} className={s.pale} />
    <circle cx={184 - turn * 26} cy={112} r={5} className={s.bright} />
  </>
)
const Talk = ({ turn }: Props) => (
  <>
    <rect x={52 + turn * 8} y={34} width={132} height={72} rx={12} className={s.soft} />
    <path d={`M${84 + turn * 8} 104 v22 l24 -22z`} className={s.soft} />
    <rect x={136 + turn * 6} y={84} width={116} height={60} rx={12} className={s.bright} />
    <path d={`M${220 + turn * 6} 142 v20 l-24 -20z`} className={s.bright} />
  </>
)
const Bars = ({ turn }: Props) => (
  <>
    {upTo(5).map((i) => (
      <rect
        key={i}
        x={62 + i * 42}
        y={112 - ((i * 19 + turn * 17) % 72)}
        width={26}
        height={200}
        rx={4}
        className={i === 3 - (turn % 2) ? s.bright : s.soft}
      />
    ))}
  </>
)
const Paper = ({ turn }: Props) => (
  <>
    <rect
      x={104 - turn * 8}
      y={30}
      width={112}
      height={170}
      rx={6}
      className={s.soft}
      transform={`rotate(${turn * 2 - 4} 160 110)`}
    />
    <rect x={112 + turn * 4} y={40} width={112} height={170} rx={6} className={s.bright} />
    <path d={`M${130 + turn * 4} 70 h76 M${130 + turn * 4} 90 h52 M${130 + turn * 4} 110 h66`} className={s.rule} />
  </>
)
const Circles = ({ turn }: Props) => (
  <>
    <circle cx={128 + turn * 8} cy={92} r={56} className={s.soft} />
    <circle cx={190 + turn * 8} cy={92} r={56} className={s.bright} />
  </>
)
const Voice = ({ turn }: Props) => (
  <>
    {upTo(15).map((i) => {
      const half = 14 + ((i * 37 + turn * 23) % 62)
      return (
        <rect
          key={i}
          x={44 + i * 16}
          y={90 - half}
          width={7}
          height={half * 2}
          rx={3.5}
          className={i % 4 === turn ? s.bright : s.soft}
        />
      )
    })}
  </>
)
const figures = [Way, Door, Talk, Bars, Paper, Circles, Voice]
