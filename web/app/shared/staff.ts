import type { User } from '../../contract/access.ts'

/** Who may open the moderators' console; the server asks again at every call. */
export const isModerator = ({ staffRoles }: User) => staffRoles.includes('MODERATORE') || staffRoles.includes('ADMIN')
