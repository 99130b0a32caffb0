import { Button } from '../components/Button.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { texts } from '../texts.ts'

/** A screen threw: nothing of it is left to trust. */
export function Broken() {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-4 text-3xl font-medium">{texts.shell.brokenTitle}</h1>
      <ErrorState
        title={texts.shell.broken}
        action={
          <Button look="secondary" onClick={() => location.reload()}>
            {texts.shell.reload}
          </Button>
        }
      />
    </main>
  )
}
