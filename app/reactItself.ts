// React itself, which is made when it is first asked for: here, in a file that the page evaluates apart from the rest.
// A file beside index.html that had a package's name would be taken for the package by Vite's development server.
import 'react-dom/client'
