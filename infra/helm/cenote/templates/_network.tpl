{{/* A network policy rule from or to peers, with TCP ports. Takes a dict of side (from, to), peers and ports. */}}
{{- define "cenote.networkRule" -}}
- ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .peers }}
  {{ $.side }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Pods of this release's components, as peers. Takes a dict of root and names. */}}
{{- define "cenote.componentPeers" -}}
{{- range .names }}
- podSelector:
    matchLabels:
      {{- include "cenote.selector" (dict "root" $.root "component" .) | nindent 6 }}
{{- end }}
{{- end -}}

{{/* Allowed sources. Takes a dict of root, component and needs. */}}
{{- define "cenote.ingressRules" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- $ports := include "cenote.ports" .root | fromYaml -}}
{{- $component := .component -}}
{{- if and .needs.http $policy.clients }}
{{ include "cenote.networkRule" (dict "side" "from" "peers" $policy.clients "ports" (list $ports.http)) }}
{{- end }}
{{- if .needs.grpc }}
{{- $callers := list }}
{{- range $name, $needs := include "cenote.components" .root | fromYaml }}
{{- if has $component $needs.calls }}{{ $callers = append $callers $name }}{{ end }}
{{- end }}
{{- $own := include "cenote.componentPeers" (dict "root" .root "names" $callers) | fromYamlArray }}
{{- with concat $own $policy.grpcClients }}
{{ include "cenote.networkRule" (dict "side" "from" "peers" . "ports" (list $ports.grpc)) }}
{{- end }}
{{- end }}
{{- with $policy.prometheus }}
{{ include "cenote.networkRule" (dict "side" "from" "peers" . "ports" (list (ternary $ports.http $ports.probe $.needs.http))) }}
{{- end }}
{{- end -}}

{{/* Allowed destinations. Takes a dict of root, component and needs. */}}
{{- define "cenote.egressRules" -}}
{{- $values := .root.Values -}}
{{- $policy := $values.networkPolicy -}}
{{- $ports := include "cenote.ports" .root | fromYaml -}}
- ports:
    {{- range $policy.dns.ports }}
    - { protocol: UDP, port: {{ . }} }
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with $policy.dns.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- with .needs.calls }}
{{ include "cenote.networkRule" (dict "side" "to" "peers" (include "cenote.componentPeers" (dict "root" $.root "names" .) | fromYamlArray) "ports" (list $ports.grpc)) }}
{{- end }}
{{- if .needs.database }}
{{ include "cenote.networkRule" (dict "side" "to" "peers" $policy.mongodb.to "ports" $policy.mongodb.ports) }}
{{- end }}
{{- if and .needs.limits (or $values.secrets.redis.existingSecret $values.secrets.redis.value) }}
{{ include "cenote.networkRule" (dict "side" "to" "peers" $policy.redis.to "ports" $policy.redis.ports) }}
{{- end }}
{{- if .needs.internet }}
{{ include "cenote.networkRule" (dict "side" "to" "peers" $policy.internet.to "ports" $policy.internet.ports) }}
{{- end }}
{{- with $values.tracing.endpoint }}
{{- $port := regexFind ":[0-9]+$" (urlParse .).host | trimPrefix ":" | default (ternary 443 80 (hasPrefix "https:" .)) }}
{{ include "cenote.networkRule" (dict "side" "to" "peers" $policy.collector.to "ports" (list $port)) }}
{{- end }}
{{- with (index $values .component).egress }}
{{ toYaml . }}
{{- end }}
{{- end -}}
