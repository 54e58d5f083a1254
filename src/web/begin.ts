import './styles.css'
import { firstCalls } from './app/first-calls.ts'
import { askEarly } from './lib/early.ts'

// The page begins with this, small as it is: the first questions are on their way to the server while the app still comes from there.
askEarly(firstCalls(location, document.documentElement.dataset.signedIn))
void import('./main.tsx')
