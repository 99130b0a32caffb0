import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { UserType } from '../../../../contract/recovery.ts'
import { LinkButton } from '../../../components/LinkButton.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { texts } from '../../../texts.ts'

const { recovery: words } = texts

/** C-17 */
const leavesAfterMs = 3_000

interface TemporarySentProps {
  readonly type: UserType
  /** Masked. */
  readonly email: string
}

/** The notice of R-28: never the password itself. */
export function TemporarySent({ type, email }: TemporarySentProps) {
  const navigate = useNavigate()
  const login = `/login?type=${type}`
  useEffect(() => {
    const leaving = setTimeout(() => void navigate(login), leavesAfterMs)
    return () => clearTimeout(leaving)
  }, [navigate, login])
  return (
    <Screen title={words.checkMail} narrow>
      <Notice>
        <p className="font-semibold">{words.temporaryTitle}</p>
        <p>{words.temporaryText(email)}</p>
        <p>{words.temporaryNext}</p>
        <p>
          <LinkButton to={login}>{words.toLogin}</LinkButton>
        </p>
      </Notice>
    </Screen>
  )
}
