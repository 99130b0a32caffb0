import { texts } from '../texts.ts'
import { ErrorState } from './ErrorState.tsx'
import { LinkButton } from './LinkButton.tsx'
import { Screen } from './Screen.tsx'

interface ForbiddenProps {
  readonly title: string
  readonly text: string
}

/** Instead of a screen of staff, for whoever is none; nothing is asked of the server. */
export function Forbidden({ title, text }: ForbiddenProps) {
  return (
    <Screen title={title} narrow>
      <ErrorState
        title={text}
        action={
          <LinkButton to="/dashboard" look="secondary">
            {texts.shell.dashboard}
          </LinkButton>
        }
      />
    </Screen>
  )
}
