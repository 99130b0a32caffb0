import { Landing } from './Landing.tsx'
import { Welcome } from './Welcome.tsx'

/** The front door: which side you are on first, then what Garbo is. */
export function HomeScreen() {
  return (
    <>
      <Welcome />
      <Landing />
    </>
  )
}
