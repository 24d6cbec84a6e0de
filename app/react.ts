// React itself, which is made when it is first asked for: here, in a file that the page evaluates apart from the rest.
import 'react-dom/client'
