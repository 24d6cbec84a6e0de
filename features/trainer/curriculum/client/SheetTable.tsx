import s from './Curriculum.module.css'

type SheetHeading = { key?: string | undefined; text: string }
type Props = { caption: string; questions: readonly SheetHeading[]; parameters: readonly SheetHeading[] }

export function SheetTable({ caption, questions, parameters }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached from the keyboard
    <section className={s.matrix} tabIndex={0} aria-label={caption}>
      <table>
        <caption className="cap">{caption}</caption>
        <thead>
          <tr>
            <td />
            {questions.map(({ text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place here
              <th key={at} scope="col">
                {text || '…'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place here
            <tr key={at}>
              <th scope="row">{text || '…'}</th>
              {questions.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place here
                <td key={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
