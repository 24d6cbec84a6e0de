import '@mantine/core/styles/Input.layer.css'
import { TextInput, type TextInputProps } from '@mantine/core'

export const EmailField = (props: TextInputProps) => (
  <TextInput
    size="md"
    label="Email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus
    {...props}
  />
)
