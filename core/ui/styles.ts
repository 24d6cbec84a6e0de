// Mantine's styles are in their own layer, so that Pursuit's rules win regardless of load order. A component
// that the first screen doesn't show imports its own.
import './reset.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import './global.css'
import './layout.css'
import './text.css'
