import s from './Snippet.module.css'

type Props = { parts: readonly { text: string; is_hit: boolean }[] }

/** A search excerpt with highlighted matches. */
export const Snippet = ({ parts }: Props) =>
  parts.map(({ text, is_hit: isHit }, at) => {
    const key = `${at} ${text}`
    return isHit ? (
      <mark key={key} className={s.hit}>
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
