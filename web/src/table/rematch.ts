// Rematches that this page's player asked for or agreed to: there they are ready without another touch.
export const willing = new Set<string>();
