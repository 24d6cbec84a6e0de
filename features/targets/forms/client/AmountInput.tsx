import '@mantine/core/styles/Input.layer.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { typedAmount } from './targetForm.ts'

type Props = Omit<TextInputProps, 'onChange'> & { onChange: (amount: string) => void }

/** A dollar input that adds separators while typing. Focus selects the content, so that typing replaces it. */
export function AmountInput({ onChange, onFocus, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (
    <TextInput
      ref={input}
      leftSection="$"
      leftSectionWidth={28}
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      onFocus={(event) => {
        event.currentTarget.select()
        onFocus?.(event)
      }}
      onMouseDown={(event) => {
        // The click that focuses the field would otherwise place the cursor between the digits.
        if (document.activeElement === event.currentTarget) return
        event.preventDefault()
        event.currentTarget.focus()
      }}
      onChange={({ currentTarget }) => {
        const typed = typedAmount(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
        if (!typed) return
        caret.current = typed.caret
        onChange(typed.text)
      }}
    />
  )
}
