import { TextInput, type TextInputProps } from '@mantine/core'

/** The e-mail by which somebody comes in: the first field of the page. */
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
