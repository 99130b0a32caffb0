import { useId } from 'react'
import { Button } from '../../../components/Button.tsx'
import { texts } from '../../../texts.ts'

const { biometrics: words } = texts

interface BiometricWayProps {
  /** Whose passkeys to ask for is not known before an account type is chosen (P-02). */
  readonly typeChosen: boolean
  readonly disabled: boolean
  readonly onTake: () => void
}

/** The way in beside the form. */
export function BiometricWay({ typeChosen, disabled, onTake }: BiometricWayProps) {
  const hint = useId()
  return (
    <div className="mt-4 grid gap-1.5">
      <Button
        look="secondary"
        disabled={!typeChosen || disabled}
        aria-describedby={typeChosen ? undefined : hint}
        onClick={onTake}
      >
        {words.authenticate}
      </Button>
      {!typeChosen && (
        <p id={hint} className="text-sm text-muted">
          {words.login.chooseFirst}
        </p>
      )}
    </div>
  )
}
