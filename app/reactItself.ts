// Instantiates React in a file that the page evaluates separately. Next to index.html, a file with a package's name
// would be mistaken for that package by Vite's development server.
import 'react-dom/client'
