{{/* Name of the Secret for one kind of secret. Takes a dict of root and kind (mongodb, s3, ...). */}}
{{- define "cenote.secretName" -}}
{{- $secret := index .root.Values.secrets .kind -}}
{{- if $secret.existingSecret -}}{{ $secret.existingSecret }}
{{- else -}}{{ include "cenote.fullname" .root }}-{{ kebabcase .kind }}
{{- end -}}
{{- end -}}

{{/* A variable whose value is a key of a Secret. Takes a dict of root, kind and name. */}}
{{- define "cenote.secretVariable" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ include "cenote.secretName" . }}, key: {{ (index .root.Values.secrets .kind).key }} } }
{{- end -}}

{{/* A Secret of which every key is a variable, under `envFrom`. */}}
{{- define "cenote.secretSource" -}}
- secretRef: { name: {{ . }} }
{{- end -}}

{{/* The `envFrom` of a component. Takes a dict of root and needs (its row of the table). */}}
{{- define "cenote.environmentSources" -}}
{{- $root := .root -}}
{{- $secrets := .root.Values.secrets -}}
{{- $kinds := list "shared" -}}
{{- if .needs.providers }}{{ $kinds = append $kinds "providers" }}{{ end -}}
{{- if .needs.payments }}{{ $kinds = append $kinds "payments" }}{{ end -}}
{{- range $kind := $kinds }}
{{- if (index $secrets $kind).values }}
{{ include "cenote.secretSource" (printf "%s-%s" (include "cenote.fullname" $root) $kind) }}
{{- end }}
{{- range (index $secrets $kind).existingSecrets }}
{{ include "cenote.secretSource" . }}
{{- end }}
{{- end }}
{{- if and (eq .needs.media "write") (or $secrets.s3.existingSecret $secrets.s3.values) }}
{{ include "cenote.secretSource" (include "cenote.secretName" (dict "root" $root "kind" "s3")) }}
{{- end }}
{{- end -}}
