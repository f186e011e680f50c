{{/* Text of cenote.yaml. */}}
{{- define "cenote.configText" -}}
{{- .Values.configText | default (toYaml .Values.config) -}}
{{- end -}}

{{/*
The same for fromYaml, with every ${VARIABLE} replaced by `from-environment`: the file may contain them where plain YAML would not allow it.
*/}}
{{- define "cenote.configRead" -}}
{{- regexReplaceAll "\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}\\n]*)?\\}" (include "cenote.configText" .) "from-environment" -}}
{{- end -}}

{{- define "cenote.storageKind" -}}
{{- dig "storage" "kind" "files" (include "cenote.configRead" . | fromYaml) -}}
{{- end -}}

{{/* Hash of the settings read only at start-up: when it changes, pods have to be replaced. */}}
{{- define "cenote.startChecksum" -}}
{{- $config := include "cenote.configRead" . | fromYaml -}}
{{- get $config "storage" | toJson | sha256sum -}}
{{- end -}}
