{{/* Text of cenote.yaml. */}}
{{- define "cenote.configText" -}}
{{- .Values.configText | default (toYaml .Values.config) -}}
{{- end -}}

{{/*
The same as YAML for fromYaml, with `from-environment` in the place of every ${VARIABLE}: the file may hold them where YAML alone would not.
*/}}
{{- define "cenote.configRead" -}}
{{- regexReplaceAll "\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}\\n]*)?\\}" (include "cenote.configText" .) "from-environment" -}}
{{- end -}}

{{- define "cenote.storageKind" -}}
{{- dig "storage" "kind" "files" (include "cenote.configRead" . | fromYaml) -}}
{{- end -}}

{{/* Hash of what is read at the start alone: where it changes, pods have to be replaced. */}}
{{- define "cenote.startChecksum" -}}
{{- $config := include "cenote.configRead" . | fromYaml -}}
{{- get $config "storage" | toJson | sha256sum -}}
{{- end -}}
