import { EmptyState } from './EmptyState.tsx'
import { LinkButton } from './LinkButton.tsx'
import { Screen } from './Screen.tsx'
import { texts } from '../texts.ts'

export function NotFound() {
  return (
    <Screen title={texts.shell.notFoundTitle} narrow>
      <EmptyState text={texts.shell.notFound} action={<LinkButton to="/">{texts.shell.toHome}</LinkButton>} />
    </Screen>
  )
}
