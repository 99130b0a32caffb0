import type { Call } from '../../web/contract/call.ts'
import type { Visitor } from './visitor.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const ofItsForm: Readonly<Record<string, string>> = {
  code: 'ABCDEFGHJK',
  targetType: 'BUSINESS',
  email: 'x@example.it',
}

/** An address of the call's form that names nothing there is. */
export const pathOf = ({ path }: Call) => path.replaceAll(/:(\w+)/g, (_, name: string) => ofItsForm[name] ?? nobody)

/** What a page sends along with a call that wants it; a visitor has none. */
export const csrfTokenOf = async (browser: Visitor): Promise<string> => {
  const { body } = await browser.get('/api/auth/csrf-token')
  return (body as { readonly csrfToken?: string }).csrfToken ?? ''
}
